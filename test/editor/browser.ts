import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or the browser in CHROMIUM. Undefined if there is no browser. */
export function browserPath(): string | undefined {
	const named = process.env.CHROMIUM;
	return named ?? PLACES.find((place) => existsSync(place));
}

/** A browser without a window, with its own profile, that only contacts the pages it opens. */
export async function startBrowser() {
	const executablePath = browserPath();
	if (executablePath === undefined) {
		throw new Error(
			'There is no Chromium here. Install one (Debian: apt-get install chromium), or set CHROMIUM to its path.',
		);
	}
	const profile = await mkdtemp(join(tmpdir(), 'editor-browser-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		headless: true,
		viewport: { width: 1440, height: 900 },
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	const close = async () => {
		await context.close();
		await rm(profile, { recursive: true, force: true });
	};
	return { context, close };
}
