/** The app, as a list of set-ups. Everything here runs before Chromium is ready; the rest is in `shell/start.ts`. */
import { app } from 'electron';
import { appVersion, resourcesFolder } from './resources.ts';
import { registerAppScheme } from './shell/app-protocol.ts';
import { commandWords, runWithoutWindow } from './shell/command-line.ts';
import { setupFaults } from './shell/faults.ts';
import { FileInbox, setupFileOpening, setupSingleInstance } from './shell/file-opening.ts';
import { readLaunchArguments, wordsAfterProgram } from './shell/launch-arguments.ts';
import { openLog } from './shell/log.ts';
import { setupPaths } from './shell/paths.ts';
import { closeNetwork, confineEveryPage, hardenEverySession } from './shell/session-security.ts';
import { start } from './shell/start.ts';
import { spawnUtilityInspector } from './shell/utility-inspector.ts';

const words = wordsAfterProgram(process.argv, app.isPackaged);
const command = commandWords(words);

registerAppScheme();
closeNetwork();
hardenEverySession();
confineEveryPage();
app.enableSandbox();

if (command) {
  void runWithoutWindow(async () => {
    const { runCommandLine } = await import('./cli/run.ts');
    return runCommandLine(command, {
      streams: { out: process.stdout, err: process.stderr },
      env: process.env,
      cwd: process.cwd(),
      spawnInspector: spawnUtilityInspector,
    });
  });
} else openWindows();

function openWindows(): void {
  const launch = readLaunchArguments(words, process.cwd());
  const paths = setupPaths(launch.data);
  const log = openLog(paths.logs);
  const inbox = new FileInbox();
  const onSecondInstance = { call: () => {} };

  setupFaults(log);
  setupFileOpening(inbox, launch.files);
  if (!setupSingleInstance(inbox, launch.files, () => onSecondInstance.call())) {
    app.exit(0);
    return;
  }
  void app.whenReady().then(() =>
    start({
      paths,
      log,
      inbox,
      onSecondInstance,
      // Its code is read while the window comes up.
      async openDesk(systemLanguage) {
        const { openDesk } = await import('./desk/open-desk.ts');
        return openDesk({
          dataFolder: paths.data,
          resourcesFolder: resourcesFolder(),
          door: 'window',
          appVersion: appVersion(),
          systemLanguage,
          spawnInspector: spawnUtilityInspector,
        });
      },
    }),
  );
}
