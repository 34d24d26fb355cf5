/** Chromium switches that product code appended before the start. The host passes them on, so they are as real as in Electron. */
export const switches: string[] = [];
