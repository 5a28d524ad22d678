import { contract } from '@vialdesk/contract'
import { LOGO_REMOVED, LOGO_SAVED } from '@vialdesk/contract/accounts'
import { serve, serveWaiting } from '#api/platform/serve.ts'
import { editUser } from './accounts.commands.ts'
import { emailTaken, findMemberships, findTags, getUser } from './accounts.queries.ts'
import { exportUsers, fileNameAt } from './export.csv.ts'
import { findInactive, findUsers } from './lists.queries.ts'
import { getLogoCenter, keepLogo, setLogo } from './logo.commands.ts'
import { addMembership } from './memberships.commands.ts'
import { mailPasswordLink, setPasswordOf } from './passwords.commands.ts'
import { removeUser } from './removal.commands.ts'
import { activateUser, deactivateUser } from './standing.commands.ts'

const { accounts } = contract

export const accountsRouter = {
  list: serve(accounts.list, ({ db, query }) => findUsers(db, query)),

  inactive: serve(accounts.inactive, ({ db, query }) => findInactive(db, query)),

  get: serve(accounts.get, ({ db, actor, params }) => getUser(db, actor, params.id)),
  identify: serve(accounts.identify, ({ db, actor, params }) => getUser(db, actor, params.id)),

  edit: serve(accounts.edit, async ({ db, actor, params, body, doer }) => {
    const message = await editUser(db, doer, actor, params.id, body)
    return { message, ...(await getUser(db, actor, params.id)) }
  }),

  replace: serve(accounts.replace, async ({ db, actor, params, body, doer }) => {
    const message = await editUser(db, doer, actor, params.id, body, 'edit')
    return { message, ...(await getUser(db, actor, params.id)) }
  }),

  update: serve(accounts.update, async ({ db, actor, params, body, doer }) => {
    const message = await editUser(db, doer, actor, params.id, body, 'edit')
    return { message, user: await getUser(db, actor, params.id) }
  }),

  deactivate: serve(accounts.deactivate, async ({ db, actor, params, doer }) => {
    await deactivateUser(db, doer, actor, params.id)
    return { message: 'The user has been deactivated.', ...(await getUser(db, actor, params.id)) }
  }),

  activate: serve(accounts.activate, async ({ db, actor, params, doer }) => {
    await activateUser(db, doer, params.id)
    return { message: 'The user has been activated.', ...(await getUser(db, actor, params.id)) }
  }),

  remove: serve(accounts.remove, async ({ db, params, doer }) => {
    await removeUser(db, doer, params.id)
    return { message: 'The user has been removed from the system.' }
  }),

  setPassword: serve(accounts.setPassword, async ({ db, body, doer }) => {
    await setPasswordOf(db, doer, body.user_id, body.new_password_change)
    return { message: 'The password has been changed.' }
  }),

  sendPasswordLink: serve(accounts.sendPasswordLink, async ({ db, body, doer }) => {
    const email = await mailPasswordLink(db, doer, body.user_id)
    return { message: `We emailed a link to set a new password to ${email}.` }
  }),

  exportCsv: serveWaiting(accounts.exportCsv, async ({ query, doer, transact, reply }) => {
    const pieces = await exportUsers({ transact, doer }, query)
    reply.header('content-disposition', `attachment; filename="${fileNameAt(new Date())}"`)
    return pieces
  }),

  uploadLogo: serveWaiting(accounts.uploadLogo, async ({ actor, body, doer, ports, transact }) => {
    const center = await transact((db) => getLogoCenter(db, actor, body.user_id))
    const filename = await keepLogo(transact, ports, body.file)
    await transact((db) => setLogo(db, doer, center, filename))
    return { message: LOGO_SAVED, filename }
  }),

  removeLogo: serve(accounts.removeLogo, async ({ db, actor, body, doer }) => {
    await setLogo(db, doer, await getLogoCenter(db, actor, body.user_id), null)
    return { message: LOGO_REMOVED }
  }),

  emailExists: serve(accounts.emailExists, async ({ db, body }) => ({ exists: await emailTaken(db, body.email) })),
  memberships: serve(accounts.memberships, async ({ db }) => findMemberships(db)),
  addMembership: serve(accounts.addMembership, ({ db, body, doer }) => addMembership(db, doer, body.name)),
  tags: serve(accounts.tags, async ({ db }) => findTags(db)),
}
