import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const dist = fileURLToPath(new URL('../../www/dist/', import.meta.url));

interface Root {
  /** Absent: the page's, which has a policy of its own. */
  folder?: string;
  /** What else may be inline. */
  sheet?: string;
}

/** What is served where. The page is under a sub-path, as on a project site: it must not count on being at '/'. */
const roots: Record<string, Root> = {
  '/jobscope/': {},
  '/hosts/plain/': { folder: 'hosts/plain/site/' },
  '/hosts/mdbook/': { folder: 'hosts/mdbook/site/' },
  // Its script adds a sheet of its own, which stops transitions while the theme changes.
  '/hosts/vitepress/': {
    folder: 'hosts/vitepress/site/',
    sheet: "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='",
  },
};

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export interface Server {
  url: string;
  close(): Promise<void>;
}

/** Serves the page, and pages that embed it, on a free port. The page's folder may change. */
export async function serve(page = () => dist): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
      const [base, root] = Object.entries(roots).find(([base]) => path.startsWith(base)) ?? [];
      if (!base || !root) throw new Error('outside the sub-paths');
      const file = path === base ? 'index.html' : normalize(path.slice(base.length));
      if (file.startsWith('..')) throw new Error('outside the page');
      const folder = root.folder ? fileURLToPath(new URL(root.folder, import.meta.url)) : page();
      const body = await readFile(join(folder, file));
      const type = types[extname(file)] ?? 'application/octet-stream';
      const policy = root.folder && type.startsWith('text/html') ? { 'content-security-policy': policyOf(body.toString(), root) } : {};
      response.writeHead(200, { 'content-type': type, ...policy }).end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/jobscope/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** As strict as a page can have it: of what is inline, only what its own tool has written into it. */
function policyOf(html: string, { sheet }: Root): string {
  const texts = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => text);
  const scripts = texts(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g).map(hash);
  const styles = texts(/\sstyle="([^"]*)"/g).map((text) => hash(unescaped(text)));
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    ["style-src 'self'", ...(sheet ? [sheet] : []), ...(styles.length > 0 ? ["'unsafe-hashes'", ...new Set(styles)] : [])].join(' '),
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
  ].join('; ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
