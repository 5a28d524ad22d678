/** Conversations of the demo: one that is answered, one that waits, one that the center began. */
import type { Db } from '#api/db/db.ts'
import { createConversation, type PastMessage } from '#api/demo/care/conversation-factory.ts'
import type { DemoContext } from '../context.ts'
import type { Patient } from '../people/patients.ts'

interface Line {
  side: PastMessage['side']
  daysAgo: number
  minutes: number
  text: string
}

const answered: Line[] = [
  { side: 'patient', daysAgo: 12, minutes: 20, text: 'Hello, I would like to use two of my vials. How do we begin?' },
  {
    side: 'center',
    daysAgo: 12,
    minutes: 95,
    text: 'Good morning. Dr. Reyes sees you first. Would Tuesday at 10 suit you? Please bring a list of your medicines.',
  },
  { side: 'patient', daysAgo: 11, minutes: 5, text: 'Tuesday at 10 is fine. Thank you!' },
  { side: 'center', daysAgo: 1, minutes: 30, text: 'Your appointment is confirmed. Please come 15 minutes earlier.' },
]
const waiting: Line[] = [
  { side: 'patient', daysAgo: 2, minutes: 210, text: 'Is there any news about my cells? The date on my page has changed.' },
]
const begun: Line[] = [
  { side: 'center', daysAgo: 4, minutes: 15, text: 'Your documents are complete. You do not need to do anything now.' },
]

/** A patient who joined before the first message. */
const joinedBefore =
  ([first]: Line[]) =>
  (patient: Patient) =>
    patient.joined > (first?.daysAgo ?? 0)

export async function createConversations(db: Db, { calendar }: DemoContext, patients: Patient[]): Promise<void> {
  const own = patients.find(({ email }) => email === 'patient@demo.example')
  if (!own) return
  const others = patients.filter(({ id, center, accepted }) => id !== own.id && accepted && center.id === own.center.id)
  const write = async (patient: Patient | undefined, lines: Line[], read: number) => {
    const [first, ...more] = lines.map(({ daysAgo, minutes, ...line }) => ({
      ...line,
      sent_at: calendar.moment(daysAgo, minutes),
    }))
    if (patient && first) await createConversation(db, { patient: patient.id, center: patient.center.id }, [first, ...more], read)
  }
  // The lists follow the ids of messages: the conversation with the newest message comes last.
  await write(others.find(joinedBefore(begun)), begun, 1)
  await write(others.filter(joinedBefore(waiting))[1], waiting, 0)
  await write(own, answered, 3)
}
