/** Reads server-sent events while the page is visible. */
import { createParser } from 'eventsource-parser'
import { openResponse } from './request.ts'

export interface Listener {
  /** Called with the name and the data of each event. */
  onEvent: (name: string, data: string) => void
  /** Called when the stream connects or breaks. Without a stream the caller must poll. */
  onLive: (isLive: boolean) => void
}

/** Milliseconds. The server sends something every 25 s, so a connection silent for this long is dead. */
const SILENCE_MS = 60_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** Grows with each failure. The random part keeps all pages from reconnecting at the same moment. */
export const retryDelay = (failures: number, chance: () => number = Math.random) =>
  Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + chance() / 2)

/** Reads until the response ends, fails or is silent for too long. */
async function read(key: string, controller: AbortController, onEvent: Listener['onEvent']): Promise<void> {
  const silence = () => setTimeout(() => controller.abort(), SILENCE_MS)
  let timer = silence()
  try {
    const { body } = await openResponse(key, controller.signal)
    const parser = createParser({ onEvent: ({ event = 'message', data }) => onEvent(event, data) })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      clearTimeout(timer)
      timer = silence()
      parser.feed(piece.value)
    }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Opens the stream and reconnects with growing pauses. A hidden page has no stream, because browsers limit the number of
 * connections. Returns a function that stops it.
 */
export function listenToServerEvents(key: string, { onEvent, onLive }: Listener): () => void {
  let failures = 0
  let current: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = async () => {
    const controller = new AbortController()
    current = controller
    await read(key, controller, (name, data) => {
      failures = 0
      onLive(true)
      onEvent(name, data)
    }).catch(() => undefined)
    if (current !== controller) return
    current = undefined
    onLive(false)
    timer = setTimeout(() => void open(), retryDelay(failures++))
  }
  const close = () => {
    clearTimeout(timer)
    current?.abort()
    current = undefined
  }
  const update = () => {
    if (document.hidden) {
      close()
      onLive(false)
    } else if (!current) {
      clearTimeout(timer)
      failures = 0
      void open()
    }
  }
  document.addEventListener('visibilitychange', update)
  window.addEventListener('online', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    window.removeEventListener('online', update)
    close()
  }
}
