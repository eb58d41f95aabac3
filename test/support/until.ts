/** Waits until something is so. A test that waits in vain fails, after a minute: no machine is as slow as that. */
export async function until(isSo: () => boolean): Promise<void> {
	for (let looks = 0; !isSo(); looks++) {
		if (looks > 12_000) throw new Error('It never came to that');
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
