/** Waits until a condition is true. After a minute the test fails, because no machine is that slow. */
export async function until(isSo: () => boolean): Promise<void> {
	for (let looks = 0; !isSo(); looks++) {
		if (looks > 12_000) throw new Error('It never came to that');
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
