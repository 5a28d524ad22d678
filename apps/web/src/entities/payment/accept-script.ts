/**
 * Accept.js, the script of Authorize.Net that turns a card into a token. It must come from the gateway's own host, and is only a loader: it
 * adds a second script, and answers every request with E_WC_03 until that one has run.
 */
import { queryOptions } from '@tanstack/react-query'
import { CardError, NOT_LOADED, UNREACHABLE } from './card-error.ts'

interface AcceptAnswer {
  messages: { resultCode: 'Ok' | 'Error'; message: { code: string; text: string }[] }
  opaqueData?: { dataDescriptor: string; dataValue: string }
}

export interface AcceptRequest {
  authData: { apiLoginID: string; clientKey: string }
  cardData: { cardNumber: string; month: string; year: string; cardCode: string; fullName: string }
}

interface AcceptScript {
  dispatchData(request: AcceptRequest, answer: (answer: AcceptAnswer) => void): void
}

declare global {
  interface Window {
    Accept?: AcceptScript
  }
}

/** Milliseconds. Accept.js has no limits of its own. */
const LOADING_LIMIT = 10_000
const ANSWER_LIMIT = 30_000
const PAUSE = 50

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Its element stays in the page: the second script looks for it, and refuses every card without it (E_WC_01). */
const findScript = (url: string) => document.querySelector<HTMLScriptElement>(`script[src="${url}"]`)

/** A script that is there already is replaced. A blocked one is removed. */
function loadScript(url: string): void {
  const script = document.createElement('script')
  script.src = url
  script.onerror = () => script.remove()
  const old = findScript(url)
  if (old) old.replaceWith(script)
  else document.head.append(script)
}

function dispatch(script: AcceptScript, request: AcceptRequest): Promise<AcceptAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CardError(UNREACHABLE)), ANSWER_LIMIT)
    script.dispatchData(request, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}

export const codesOf = ({ messages }: AcceptAnswer) => messages.message.map(({ code }) => code)

interface Options {
  /** The answers that mean that the script cannot work yet. */
  notReady?: readonly string[]
  signal?: AbortSignal
}

/**
 * Asks Accept.js, and loads it if it is not there. Asks again while it is not ready: nothing has been sent then. Throws CardError when
 * it is blocked or takes more than ten seconds. The next call loads it again.
 */
export async function askAccept(url: string, request: AcceptRequest, options: Options = {}): Promise<AcceptAnswer> {
  const { notReady = ['E_WC_03'], signal } = options
  if (!findScript(url)) loadScript(url)
  const end = Date.now() + LOADING_LIMIT
  while (findScript(url) && Date.now() < end) {
    const answer = window.Accept && (await dispatch(window.Accept, request))
    if (answer && !codesOf(answer).some((code) => notReady.includes(code))) return answer
    await pause(PAUSE)
    signal?.throwIfAborted()
  }
  // The second script may still come: it works with the new loader, too.
  if (findScript(url)) loadScript(url)
  throw new CardError(NOT_LOADED)
}

/** Accept.js refuses it without sending anything, as soon as it works. */
const NO_CARD: AcceptRequest = {
  authData: { apiLoginID: '', clientKey: '' },
  cardData: { cardNumber: '', month: '', year: '', cardCode: '', fullName: '' },
}

/** Loads Accept.js until it works. It answers E_WC_14 to every request while the page itself is loading. */
export const cardScriptQuery = (url: string) =>
  queryOptions({
    queryKey: ['card script', url],
    queryFn: async ({ signal }) => {
      await askAccept(url, NO_CARD, { notReady: ['E_WC_03', 'E_WC_14'], signal })
      return true
    },
    staleTime: 'static',
  })
