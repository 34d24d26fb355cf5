/** Serves `app://desk/` from the allow list of built files. Electron security checklist, points 7 and 18. */
import { randomBytes } from 'node:crypto';
import { protocol, type Session } from 'electron';
import { APP_SCHEME, type AppFiles, findAppFile, START_PAGE } from './app-files.ts';
import { contentSecurityPolicy, FIXED_HEADERS, STYLE_NONCE_MARK } from './content-security.ts';

const NONCE_BYTES = 16;

/** Must run before the app is ready: afterwards Chromium's table of schemes is closed. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Answers one request. Everything that is not on the list is 404, every method but GET is 405. */
export function answerAppRequest(
  files: AppFiles,
  request: { readonly url: string; readonly method: string },
): Response {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const headers = { ...FIXED_HEADERS, 'content-security-policy': contentSecurityPolicy(nonce) };
  if (request.method !== 'GET') return new Response(null, { status: 405, headers });
  const file = findAppFile(files, request.url);
  if (!file) return new Response(null, { status: 404, headers });
  const body = file.type.startsWith('text/html')
    ? new TextDecoder().decode(file.body).replaceAll(STYLE_NONCE_MARK, nonce)
    : file.body;
  return new Response(body, { status: 200, headers: { ...headers, 'content-type': file.type } });
}

/** @param session the session of the windows; the scheme exists in no other */
export function serveApp(session: Session, files: AppFiles): void {
  session.protocol.handle(APP_SCHEME, (request) => answerAppRequest(files, request));
  // Node reads what stands behind an answer when the first one is made: while the window comes up, not while its page waits.
  setImmediate(() => answerAppRequest(files, { url: START_PAGE, method: 'GET' }));
}
