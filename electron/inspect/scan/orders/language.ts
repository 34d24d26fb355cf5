/** One language's words for orders to the reader. */

export type OrderKind =
  | 'ignore'
  | 'new-orders'
  | 'mode'
  | 'secrecy'
  | 'exfiltrate'
  | 'reveal'
  | 'deceive'
  | 'template'
  | 'addressed';

export interface Language {
  readonly keywords: readonly string[];
  /** Sources of expressions that are orders wherever they stand. */
  readonly orders: readonly (readonly [OrderKind, string])[];
  /** Those that are orders only where no human reader looks: a comment that addresses an AI. */
  readonly hiddenKeywords: readonly string[];
  readonly hiddenOrders: readonly (readonly [OrderKind, string])[];
}
