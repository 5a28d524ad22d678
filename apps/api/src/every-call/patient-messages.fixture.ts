import type { Db } from '#api/db/db.ts'
import { named, notify } from '#api/features/notices/notify.commands.ts'

/** A mail to the patient, and a notice about it to its center. */
export async function arrangeMessages(db: Db, user_id: number, center: number): Promise<void> {
  await notify(db, center, {
    kind: 'patient',
    title: `Vials of ${named('a patient')} are ready`,
    text: 'See them.',
    about: user_id,
  })
  const mail = { recipient: 'patient@mail.example', subject: 'Set a new password', task: 'sessions.send_password_link' }
  await db.insertRow('mails', { user_id, ...mail, status: 'sent', done_at: '2026-03-01T12:00:00Z' })
}
