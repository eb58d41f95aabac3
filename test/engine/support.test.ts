const TestEnvironment = jest.requireActual<
	new () => { moduleMocker: typeof jest; teardown(): Promise<void> }
>('../support/jest/environment.js');

test('a test that continues after the end of its file replaces nothing in the next file', async () => {
	const file = new TestEnvironment();
	const spyOn = file.moduleMocker.spyOn.bind(file.moduleMocker);
	const time = spyOn(Date, 'now').mockReturnValue(7);
	expect(Date.now()).toBe(7);
	time.mockRestore();
	await file.teardown();
	expect(() => spyOn(Date, 'now').mockReturnValue(7)).toThrow('The test file is over');
	expect(Date.now()).toBeGreaterThan(7);
});
