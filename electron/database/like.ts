/** A LIKE pattern that finds `text` anywhere; `!` is its escape character. */
export function likePattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}
