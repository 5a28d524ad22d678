import type { Conversation } from '@vialdesk/contract/conversations'

interface Draft {
  text: string
  /** The text that was last sent, with the id of its request. */
  sent?: { text: string; requestId: string }
}

/** Texts that are not sent yet. They live as long as the page, and never in the browser's storage: they may be about health. */
const kept = new Map<string, Draft>()

export const drafts = {
  of: ({ patient, center }: Conversation) => {
    const key = `${patient.id}:${center.id}`
    return {
      text: kept.get(key)?.text ?? '',
      keep: (text: string) => void (text === '' ? kept.delete(key) : kept.set(key, { ...kept.get(key), text })),
      /** The same id for the same text until it is sent: after a lost answer the server recognizes the message. */
      requestIdOf: (text: string): string => {
        const earlier = kept.get(key)?.sent
        const sent = earlier?.text === text ? earlier : { text, requestId: crypto.randomUUID() }
        kept.set(key, { text, sent })
        return sent.requestId
      },
    }
  },
}
