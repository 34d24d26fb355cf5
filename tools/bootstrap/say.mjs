/** Plain sentences for the person at the terminal. Progress goes to standard error, so that standard output stays clean for answers. */

/** @param {string} sentence */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/**
 * Ends the program with a sentence instead of a stack.
 * @param {string} sentence
 * @param {number} code exit code; 3 means that the environment failed
 * @returns {never}
 */
export function giveUp(sentence, code = 3) {
  say(sentence);
  process.exit(code);
}

/**
 * Lets nothing end in a stack trace: what nobody foresaw becomes a sentence with the message.
 * @param {() => Promise<number>} work answers the exit code
 */
export async function runTool(work) {
  try {
    process.exitCode = await work();
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    giveUp(`This did not work: ${message}`);
  }
}
