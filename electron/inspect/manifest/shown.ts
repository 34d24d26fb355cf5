/** Values of a package in messages: long enough to recognise, too short to fill a report. */

/** Characters (UTF-16 units) of a value that a message shows. */
const SHOWN_CHARACTERS = 120;

/** A text cut for a message, without half characters. */
export function shown(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text.toWellFormed();
}
