/** What nobody foresaw: it is logged, and the program goes on or ends in order. Dumps stay on this machine. */
import { app, crashReporter } from 'electron';
import type { Log } from './log.ts';

export function setupFaults(log: Log): void {
  crashReporter.start({ uploadToServer: false });
  const note = (what: string) => (thrown: unknown) => {
    const name = thrown instanceof Error ? thrown.name : typeof thrown;
    // The place in our own code, never the message: a message may quote a package.
    const place =
      thrown instanceof Error
        ? (thrown.stack
            ?.split('\n')
            .find((line) => /^\s+at /.test(line))
            ?.trim() ?? '')
        : '';
    log.write('fault', what, { name, place });
  };
  process.on('uncaughtException', note('uncaught-exception'));
  process.on('unhandledRejection', note('unhandled-rejection'));
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log.write(reason === 'clean-exit' ? 'info' : 'fault', 'process-gone', { type, reason, exitCode });
  });
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    log.write(reason === 'clean-exit' ? 'info' : 'fault', 'window-process-gone', { reason, exitCode });
  });
}
