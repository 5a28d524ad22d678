import { contract } from '@vialdesk/contract'
import { logoPath } from '@vialdesk/contract/base/logo-path'
import { RECORD_UPDATED } from '@vialdesk/contract/people/accounts'
import type { FastifyInstance } from 'fastify'
import { editUser } from '#api/features/accounts/edit/edit-user.commands.ts'
import { exportUsers } from '#api/features/accounts/export/export-users.commands.ts'
import { findInactiveUsers, findUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { getLogoCenter, LOGO_FOLDER, setLogo, storeLogo } from '#api/features/accounts/logo/set-logo.commands.ts'
import { activateUsers, deactivateUsers, removeUser } from '#api/features/accounts/status/activate-user.commands.ts'
import { findNamedNotices } from '#api/features/accounts/visibility/named-notices.queries.ts'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { addPublicImages } from '#api/platform/http/files/public-images.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { uploaderOf } from '#api/platform/kernel/decode-turns.ts'
import type { FileStore } from '#api/platform/ports/files.ts'
import { findMemberships, findOpenableUsers, findTags, getUser, isEmailTaken } from './accounts.queries.ts'
import { addMembership } from './add-membership.commands.ts'
import { mailPasswordLink, setPasswordByAdmin } from './reset-password.commands.ts'

const { accounts } = contract
const PATIENT_UPDATED = 'Patient has been updated!'

export const accountsRouter = {
  list: serve(accounts.list, ({ db, query }) => findUsers(db, query)),

  inactive: serve(accounts.inactive, ({ db, query }) => findInactiveUsers(db, query)),

  get: serve(accounts.get, ({ db, actor, params }) => getUser(db, actor, params.id)),
  openable: serve(accounts.openable, ({ db, actor, query }) => findOpenableUsers(db, actor, query.ids)),
  identify: serve(accounts.identify, ({ db, actor, params }) => getUser(db, actor, params.id)),

  edit: serve(accounts.edit, async ({ db, actor, params, body }) => {
    await editUser(db, actor, params.id, body)
    return { message: RECORD_UPDATED, ...(await getUser(db, actor, params.id)) }
  }),

  replace: serve(accounts.replace, async ({ db, actor, params, body }) => {
    await editUser(db, actor, params.id, body, 'edit')
    return { message: PATIENT_UPDATED, ...(await getUser(db, actor, params.id)) }
  }),

  update: serve(accounts.update, async ({ db, actor, params, body }) => {
    await editUser(db, actor, params.id, body, 'edit')
    return { message: PATIENT_UPDATED, user: await getUser(db, actor, params.id) }
  }),

  deactivate: serve(accounts.deactivate, async ({ db, actor, params }) => {
    await deactivateUsers(db, actor, [params.id])
    return { message: 'The user has been deactivated.', ...(await getUser(db, actor, params.id)) }
  }),

  activate: serve(accounts.activate, async ({ db, actor, params }) => {
    await activateUsers(db, [params.id])
    return { message: 'The user has been activated.', ...(await getUser(db, actor, params.id)) }
  }),

  remove: serve(accounts.remove, async ({ db, params }) => {
    await removeUser(db, params.id)
    return { message: 'The user has been removed from the system.' }
  }),

  setPassword: serve(accounts.setPassword, async ({ db, body }) => {
    await setPasswordByAdmin(db, body.user_id, body.new_password_change)
    return { message: 'The password has been changed.' }
  }),

  sendPasswordLink: serve(accounts.sendPasswordLink, async ({ db, body }) => {
    const email = await mailPasswordLink(db, body.user_id)
    return { message: `We emailed a link to set a new password to ${email}.` }
  }),

  exportCsv: serveWithProviders(accounts.exportCsv, (context) => exportUsers(context, context.query)),

  uploadLogo: serveWithProviders(accounts.uploadLogo, async ({ domain, actor, body, ports, transact }) => {
    const center = await transact((db) => getLogoCenter(db, actor, body.user_id))
    const filename = await storeLogo(transact, ports, body.file, uploaderOf(domain, actor))
    await transact((db) => setLogo(db, center, filename))
    return { message: 'The logo has been saved.', filename }
  }),

  removeLogo: serve(accounts.removeLogo, async ({ db, actor, body }) => {
    await setLogo(db, await getLogoCenter(db, actor, body.user_id), null)
    return { message: 'The logo has been removed.' }
  }),

  emailExists: serve(accounts.emailExists, async ({ db, body }) => ({ exists: await isEmailTaken(db, body.email) })),
  memberships: serve(accounts.memberships, async ({ db }) => findMemberships(db)),
  addMembership: serve(accounts.addMembership, ({ db, body }) => addMembership(db, body.name)),
  tags: serve(accounts.tags, async ({ db }) => findTags(db)),
}

/** Serves the logos of the requested domain's harvest centers to everyone. */
export const addLogoFiles = (app: FastifyInstance, findDomain: FindDomain, files: FileStore) =>
  addPublicImages(app, { findDomain, files, path: logoPath(''), kind: LOGO_FOLDER })

/** The list of notices. It names users, so it is here: the feature of notices knows no accounts. */
export const namedNoticesRouter = {
  list: serve(contract.notices.list, ({ db, actor, query }) => findNamedNotices(db, actor, query)),
}
