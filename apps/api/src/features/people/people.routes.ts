import { contract } from '@vialdesk/contract'
import { findSessionsOf } from '#api/features/sessions/sessions.queries.ts'
import { serve } from '#api/platform/http/serve.ts'
import { changeMany } from './change-many.commands.ts'
import { endAllSessions, inviteAdmin, remindUser } from './invite-user.commands.ts'
import { addObserver, moveObserver } from './observers/change-observer.commands.ts'
import { findObservers, getObserver } from './observers/observers.queries.ts'
import { assertUser, getTwoStepStatus } from './people.queries.ts'

const { people } = contract

const changedMessage = (changed: number) => (changed === 1 ? '1 user has been changed.' : `${changed} users have been changed.`)
const invitedMessage = (email: string) => `We emailed an invitation to ${email}.`

export const peopleRouter = {
  inviteAdmin: serve(people.inviteAdmin, async ({ db, body }) => {
    const id = await inviteAdmin(db, body)
    return { message: invitedMessage(body.email), id }
  }),

  remind: serve(people.remind, async ({ db, actor, params }) => ({
    message: invitedMessage(await remindUser(db, actor, params.id)),
  })),

  sessions: serve(people.sessions, async ({ db, actor, params }) => {
    await assertUser(db, params.id)
    return { user_id: params.id, sessions: await findSessionsOf(db, params.id, actor) }
  }),

  endSessions: serve(people.endSessions, async ({ db, actor, params }) => {
    await endAllSessions(db, actor, params.id)
    return { message: params.id === actor.id ? 'You are signed out on all other devices.' : 'The user is signed out everywhere.' }
  }),

  twoStepStatus: serve(people.twoStepStatus, ({ db, domain }) => getTwoStepStatus(db, domain)),

  changeMany: serve(people.changeMany, async ({ db, actor, body }) => {
    const changed_ids = await changeMany(db, actor, body)
    return { message: changedMessage(changed_ids.length), changed: changed_ids.length, changed_ids }
  }),

  observers: serve(people.observers, ({ db, query }) => findObservers(db, query)),

  addObserver: serve(people.addObserver, async ({ db, body }) => {
    const id = await addObserver(db, body)
    return { message: invitedMessage(body.email), ...(await getObserver(db, id)) }
  }),

  moveObserver: serve(people.moveObserver, async ({ db, actor, params, body }) => {
    await moveObserver(db, actor, params.id, body.lab_id)
    return { message: 'The observer has another lab now.', ...(await getObserver(db, params.id)) }
  }),
}
