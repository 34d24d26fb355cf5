/** Headers that every answer of `app://` carries. Pure. */

/** Stands in the built index.html where the nonce of each load goes; `tools/build/bundles.ts` writes it there. */
export const STYLE_NONCE_MARK = '__STYLE_NONCE__';

/**
 * The content security policy of the window: nothing but the program's own files.
 * `blob:` images are bitmaps decoded from package bytes (decision 13). Style elements that libraries insert carry the
 * nonce; scripts never may be inline.
 */
export function contentSecurityPolicy(styleNonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The other headers: no sniffing, no referrer, no DNS look-ahead, no powerful feature, no sharing with other origins. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), midi=(), payment=(), display-capture=(), fullscreen=()',
  'cache-control': 'no-store',
};
