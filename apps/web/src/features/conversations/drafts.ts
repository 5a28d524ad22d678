import type { Conversation } from '@vialdesk/contract/conversations'

/** Texts that are not sent yet. They live as long as the page, and never in the browser's storage: they may be about health. */
const texts = new Map<string, string>()

export const drafts = {
  of: ({ patient, center }: Conversation) => {
    const key = `${patient.id}:${center.id}`
    return {
      text: texts.get(key) ?? '',
      keep: (text: string) => void (text === '' ? texts.delete(key) : texts.set(key, text)),
    }
  },
}
