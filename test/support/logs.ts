import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { LoggerProxy } from 'n8n-workflow';
import { inspect } from 'node:util';

type Level = 'error' | 'warn' | 'info' | 'debug' | 'verbose';

interface LogLine {
	level: Level;
	message: string;
	details: unknown;
}

/** Everything that n8n and the nodes log, instead of the console. */
export class LogRecorder {
	readonly lines: LogLine[] = [];

	readonly error = this.recorder('error');
	readonly warn = this.recorder('warn');
	readonly info = this.recorder('info');
	readonly debug = this.recorder('debug');
	readonly verbose = this.recorder('verbose');

	scoped(): this {
		return this;
	}

	messages(level: Level): string[] {
		return this.lines.filter((line) => line.level === level).map(({ message }) => message);
	}

	/** The complete log with every detail as one text, to search for forbidden texts. */
	text(): string {
		return this.lines.map((line) => inspect(line, { depth: 12, maxStringLength: null })).join('\n');
	}

	clear(): void {
		this.lines.length = 0;
	}

	install(): void {
		Container.set(Logger, this as unknown as Logger);
		LoggerProxy.init(this);
	}

	private recorder(level: Level) {
		return (message: string | Error, details?: unknown) => {
			const text = message instanceof Error ? message.message : message;
			this.lines.push({
				level,
				message: text,
				details: details ?? (message instanceof Error ? message : undefined),
			});
		};
	}
}
