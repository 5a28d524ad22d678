/**
 * HTTP client for Authorize.Net. The gateway answers 200 for refused requests, too, begins its answers with a byte order mark,
 * and shows a page of HTML while it is down.
 */
import { z } from 'zod'
import { type AuthorizenetAccount, type AuthorizenetContext, apiUrlOf } from './account.ts'
import { arrangeRequest, type RequestBody, type RequestName } from './request-fields.ts'

/** It is unknown whether the gateway did what was asked. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly code: 'timeout' | 'html' | 'network'
  constructor(code: NoAnswer['code'], cause?: unknown) {
    super(`Authorize.Net gave no readable answer (${code}).`, { cause })
    this.code = code
  }
}

const Answer = z.looseObject({
  messages: z.object({
    resultCode: z.enum(['Ok', 'Error']),
    message: z
      .array(z.object({ code: z.string(), text: z.string().catch('') }))
      .nullish()
      .transform((messages) => messages ?? []),
  }),
})
export type Answer = z.output<typeof Answer>

/** The code of a refused request. Undefined when the request was accepted. */
export const refusalOf = ({ messages: { resultCode, message } }: Answer): string | undefined =>
  resultCode === 'Error' ? (message[0]?.code ?? 'E00001') : undefined

async function send(url: string, body: object, timeoutMs: number): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const content = await answer.text()
    if (!answer.ok) throw new NoAnswer('html')
    return content
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    throw new NoAnswer(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network', error)
  }
}

/** The text is not kept in the error, because it may repeat what was sent. */
function parse(content: string): Answer {
  try {
    return Answer.parse(JSON.parse(content.replace(/^\uFEFF/, '')))
  } catch {
    throw new NoAnswer('html')
  }
}

/** Throws NoAnswer, and FieldTooLong before anything is sent. */
export async function ask<Name extends RequestName>(
  context: AuthorizenetContext,
  account: AuthorizenetAccount,
  name: Name,
  body: RequestBody<Name>,
  refId?: string,
): Promise<Answer> {
  const request = {
    merchantAuthentication: { name: account.api_login_id, transactionKey: account.transaction_key },
    ...(refId !== undefined && { refId }),
    ...arrangeRequest(name, body),
  }
  return parse(await send(apiUrlOf(context, account), { [name]: request }, context.timeoutMs))
}
