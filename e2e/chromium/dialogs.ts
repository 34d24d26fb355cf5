/** Who answers the system's dialogs: a test, or the person in front of the visible stand-in. */

/** Tests replace the members they need; whatever is not replaced counts as cancelled. */
export interface DialogAnswers {
  open(options: Electron.OpenDialogOptions): string[] | Promise<string[]>;
  /** Null cancels. */
  save(options: Electron.SaveDialogOptions): string | null | Promise<string | null>;
  /** Index of the button. */
  message(options: Electron.MessageBoxOptions): number | Promise<number>;
}

export const CANCEL_ALL: DialogAnswers = {
  open: () => [],
  save: () => null,
  message: ({ cancelId, buttons }) => cancelId ?? (buttons?.length ?? 1) - 1,
};
