const TestEnvironment = jest.requireActual<
	new () => { moduleMocker: typeof jest; teardown(): Promise<void> }
>('../support/jest/environment.js');

test('a test that takes too long, and continues next to the next file, replaces nothing there', async () => {
	const file = new TestEnvironment();
	const spyOn = file.moduleMocker.spyOn.bind(file.moduleMocker);
	const time = spyOn(Date, 'now').mockReturnValue(7);
	expect(Date.now()).toBe(7);
	time.mockRestore();
	await file.teardown();
	expect(() => spyOn(Date, 'now').mockReturnValue(7)).toThrow('The test file is over');
	expect(Date.now()).toBeGreaterThan(7);
});
