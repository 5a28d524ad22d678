import type { MessageSide } from '@vialdesk/contract/conversations'

/** The screen with this conversation, for one of its sides. */
export const conversationPath = (reader: MessageSide, patientId: number, centerId: number) =>
  reader === 'patient' ? `/conversations?center=${centerId}` : `/conversations?patient=${patientId}`
