/** No permission, no device, no download, no request that leaves the machine: for every session there is or will be. */
import { app, type Session, session } from 'electron';
import { APP_ORIGIN } from './app-files.ts';

/** The session of all windows. In memory: Chromium writes no cookie, cache or storage of it to disk. */
const PARTITION = 'desk';

/** A port nobody listens on: whatever would still find a way out ends here. */
const NOWHERE = 'http://127.0.0.1:9';

/** True for the only addresses that may be loaded: our files, bitmaps made in our page, and Chromium's own developer tools. */
export function mayLoad(address: string): boolean {
  return (
    address.startsWith(`${APP_ORIGIN}/`) ||
    address.startsWith(`blob:${APP_ORIGIN}/`) ||
    address.startsWith('devtools://devtools/')
  );
}

/** Chromium's switches, before it starts: no name is looked up, no background service runs, WebRTC has no way out. */
export function closeNetwork(): void {
  const { commandLine } = app;
  commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  commandLine.appendSwitch('proxy-server', NOWHERE);
  commandLine.appendSwitch('proxy-bypass-list', '<-loopback>');
  commandLine.appendSwitch('webrtc-ip-handling-policy', 'disable_non_proxied_udp');
  commandLine.appendSwitch('disable-background-networking');
  commandLine.appendSwitch('disable-component-update');
  commandLine.appendSwitch('disable-domain-reliability');
  commandLine.appendSwitch('no-pings');
}

function harden(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  target.setSpellCheckerEnabled(false);
  target.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url) }));
  target.on('will-download', (event) => event.preventDefault());
}

/** Call before the app is ready: sessions are hardened as they come into being. */
export function hardenEverySession(): void {
  app.on('session-created', harden);
}

/** Every page there is or will be: it stays where it is, opens no window and embeds nothing. Points 12 to 14. */
export function confineEveryPage(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** The session that windows use. Only after the app is ready. */
export function deskSession(): Session {
  return session.fromPartition(PARTITION, { cache: false });
}
