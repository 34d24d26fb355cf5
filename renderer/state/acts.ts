/** Asking the desk: an answer's value, or null after its problem was told to the person. */
import type { Answer, ImportProgress } from '../../shared/models.ts';
import { bridge } from './bridge.ts';
import { announce, announceProblem } from './notices.ts';

/** Waits for an answer; a broken bridge is a refusal too. For who tells the refusal at its own place, as a sheet does. */
export function answerOf<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
  return asked.catch(
    (thrown: unknown): Answer<T> => ({
      ok: false,
      problem: { code: 'unexpected', values: { message: thrown instanceof Error ? thrown.message : String(thrown) } },
    }),
  );
}

/** Waits for an answer. A refusal is announced in words and gives null. */
export async function ask<T>(asked: Promise<Answer<T>>): Promise<{ readonly value: T } | null> {
  const answer = await answerOf(asked);
  return told(answer) ? { value: answer.value } : null;
}

/** Whether an answer has a value; a refusal is announced in words. */
export function told<T>(answer: Answer<T>): answer is Extract<Answer<T>, { readonly ok: true }> {
  if (!answer.ok) announceProblem(answer.problem);
  return answer.ok;
}

export async function copyText(text: string, said = 'said.copied'): Promise<void> {
  if (await ask(bridge().copyText({ text }))) announce(said);
}

export async function openFiles(): Promise<readonly ImportProgress[]> {
  const answer = await ask(bridge().chooseFiles({}));
  return answer?.value ?? [];
}

export async function importSample(id: string): Promise<void> {
  await ask(bridge().importSample({ id }));
}

/** Asks where, and saves the report of one package there; tells where it went. */
export async function saveReport(archive: string, format: 'json' | 'md' | 'html'): Promise<void> {
  const saved = await ask(bridge().saveReport({ archive, format }));
  if (saved?.value) announce('said.reportSaved', { path: saved.value });
}
