import { contract } from '@vialdesk/contract'
import { membershipOf } from '@vialdesk/contract/roles'
import { serve } from '#api/platform/serve.ts'
import { editUser } from './accounts.commands.ts'
import { emailTaken, findMemberships, findTags, getUser } from './accounts.queries.ts'
import { countPatients, findUsers } from './lists.queries.ts'

const { accounts } = contract

export const accountsRouter = {
  list: serve(accounts.list, async ({ db, query, watch }) => {
    const page = await findUsers(db, query)
    const patients = countPatients(page.results)
    // Which filters were set, not what they said: a search may be a name.
    const filters = (['search', 'membership', 'tag'] as const).filter((key) => query[key])
    if (patients > 0) watch({ type: 'patients.listed', after: { count: patients, filters } })
    return page
  }),

  get: serve(accounts.get, async ({ db, actor, params, watch }) => {
    const user = await getUser(db, actor, params.id)
    const looksAtItself = actor.id === user.id && actor.kind === 'own'
    if (user.subscription === membershipOf.patient && !looksAtItself)
      watch({ type: 'patient.seen', subject: user.id, patient: user.id })
    return user
  }),

  edit: serve(accounts.edit, async ({ db, actor, params, body, doer }) => {
    const message = await editUser(db, doer, actor, params.id, body)
    return { message, ...(await getUser(db, actor, params.id)) }
  }),

  emailExists: serve(accounts.emailExists, async ({ db, body }) => ({ exists: await emailTaken(db, body.email) })),
  memberships: serve(accounts.memberships, async ({ db }) => findMemberships(db)),
  tags: serve(accounts.tags, async ({ db }) => findTags(db)),
}
