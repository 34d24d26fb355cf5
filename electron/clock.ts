/** The time, as a value that is handed in: nothing below the desk asks the system for it. */

export interface Clock {
  /** UTC in ISO 8601 with milliseconds: `2031-04-05T06:07:08.009Z`. */
  now(): string;
}

export const systemClock: Clock = { now: () => new Date().toISOString() };
