import { createLimit } from '../../shared/async/limit';
import { egressOf } from '../../shared/n8n/egress';
import { note } from '../../shared/n8n/hintsAndCustomData';
import { continuesOnFail, Failure, type Tools } from '../../shared/operation';
import { isObject } from '../../shared/service/values';
import { CREDENTIAL_NAME } from '../../shared/transport/account';
import { Secrets } from '../../shared/transport/redact';
import { asError } from '../../shared/service/failure';
import { AnswerReader, type Answer, type OpenQuestion } from './answer';
import { Connection } from './connection';
import { explain, notAllowed } from './failures';

export interface Question extends Omit<OpenQuestion, 'earlierIds' | 'isAfterSilence'> {
	/** As it goes to the chat room. */
	message: string;
	sessionId?: string;
	closeWhenDone: boolean;
}

const TRIES = 3;

/** All items share the room. It is closed at the end of the run, also after Stop. */
export const roomOf = async (url: string, tools: Tools) =>
	await tools.once(`room ${url}`, async () => new Room(url, tools));

class Room {
	private readonly inTurn = createLimit(1);
	private connection?: Connection;
	private failure?: Failure;
	private readonly earlierIds = new Set<string>();
	private isAfterSilence = false;
	private secrets = new Secrets();

	constructor(
		private readonly url: string,
		private readonly tools: Tools,
	) {
		tools.atEnd(async () => this.connection?.close());
	}

	/** @throws Failure; on Stop the error of `sleep` */
	async ask(question: Question): Promise<Answer> {
		return await this.inTurn(async () => {
			if (this.failure) throw this.failure;
			const { context, environment } = this.tools;
			const { earlierIds, isAfterSilence } = this;
			// The chat bypasses the transport, which removes secrets from everything else.
			const credential = await context.getCredentials(CREDENTIAL_NAME);
			const secrets = (this.secrets = new Secrets().addThoseOf(credential));
			let reader: AnswerReader | undefined;
			try {
				const connection = await this.connected(question.answerTimeout);
				const asked = { ...question, earlierIds, isAfterSilence, askedAt: environment.now() };
				reader = new AnswerReader(asked);
				const { answer, record, ...rest } = await connection.ask(question.message, reader);
				if (typeof record.message_id === 'string') earlierIds.add(record.message_id);
				const clean = secrets.redactAll(record);
				return { ...rest, answer: secrets.redact(answer), record: isObject(clean) ? clean : {} };
			} catch (error) {
				this.isAfterSilence = true;
				// A dead connection looks like a silent avatar, so the next question gets a new connection.
				this.connection?.close();
				this.connection = undefined;
				throw await this.failureOf(error, question, reader?.text);
			} finally {
				earlierIds.add(question.messageId);
			}
		});
	}

	/** You can connect again safely, because nothing was asked yet. */
	private async connected(answerTimeout: number): Promise<Connection> {
		if (this.connection?.isOpen) return this.connection;
		const { context, environment } = this.tools;
		const { refusal, lookup } = egressOf(context);
		const reason = await refusal(this.url);
		if (reason !== undefined) throw notAllowed(reason);
		for (let count = 1; ; count++) {
			const connection = new Connection(this.url, lookup, environment);
			try {
				await connection.opened(Math.min(15_000, answerTimeout * 1000));
				return (this.connection = connection);
			} catch (error) {
				if (count >= TRIES || !(error instanceof Failure) || error.again !== 'later') throw asError(error);
				await environment.sleep(500 * count);
			}
		}
	}

	private async failureOf(error: unknown, question: Question, heard = ''): Promise<Error> {
		const { context, transport } = this.tools;
		const { sessionId: id, closeWhenDone } = question;
		const open = !closeWhenDone && staysOpen(id);
		if (!(error instanceof Failure)) {
			// A stopped node shows no hint.
			if (open) context.logger.warn(open);
			if (open) note(context, open);
			return asError(error);
		}
		const about = { id, heard, open: open && `${open}: use Session › Close` };
		const { message, details, isOver } = await explain(error, about, transport);
		const redact = (text = '') => this.secrets.redact(text) || undefined;
		const [description, serviceMessage] = [details.description, details.serviceMessage].map(redact);
		const failure = new Failure(this.secrets.redact(message), { ...details, description, serviceMessage });
		if (isOver || !continuesOnFail(context)) this.failure = failure;
		return failure;
	}
}

export const staysOpen = (sessionId = 'of this chat room') =>
	`The session ${sessionId} stays open and costs credits until you close it`;
