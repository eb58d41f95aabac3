/** The two inputs, as the canvas and the messages name them: source and target are what people confuse. */
export const labels = { target: 'Picture to Change', source: 'New Face' } as const;
