import type { AuditRow } from '@vialdesk/contract/business/audit'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { aboutUsers, userText } from './audit-texts.ts'

/** The account that did it, and the user who acted in it. */
export function AuditActor({ row: { actor, impersonator } }: { row: AuditRow }) {
  if (!actor) return 'Portal or guest'
  return (
    <>
      {impersonator && (
        <>
          <UserLink id={impersonator.id} name={userText(impersonator)} /> as{' '}
        </>
      )}
      <UserLink id={actor.id} name={userText(actor)} />
    </>
  )
}

/** The patient and the user that the event is about. */
export function AuditAbout({ row }: { row: AuditRow }) {
  const users = aboutUsers(row)
  if (users.length === 0) return '—'
  return users.map((user, place) => (
    <span key={user.id}>
      {place > 0 && ', '}
      <UserLink id={user.id} name={userText(user)} />
    </span>
  ))
}
