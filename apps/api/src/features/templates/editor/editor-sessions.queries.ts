/** The session of an open editor. Its secret comes from the link of the frame and admits to one template. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { TemplateDraft } from '@vialdesk/contract/documents/templates'
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { actorOfPage } from '#api/platform/audit/audit.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export interface EditorSession {
  templateId: number
  /** Of the template. */
  type: number
  userId: number
  name: string
  email: string
}

const EXPIRED = 'This editor has expired. Close it and open it again.'

/** Fails unless the session is valid, and its admin is still an active admin and logged in as when it was opened. */
export async function getEditorSession(db: Db, secret: string): Promise<EditorSession> {
  const [session] = await db.rows<EditorSession>(
    `select t.id as "templateId", t.type, u.id as "userId", u.email, ${displayNameOf('u')} as name
     from template_editor_sessions e
     join templates t on t.domain_id = e.domain_id and t.id = e.template_id
     join users u on u.domain_id = e.domain_id and u.id = e.user_id
     where e.domain_id = $1 and e.token_hash = $2 and e.expires_at > now()
       and u.active and u.subscription = $3 and is_live_session(e.session_id)`,
    [db.domainId, hashSecret(secret), membershipIds.admin],
  )
  return session ?? fail('link_expired', { message: EXPIRED })
}

/** The editor runs without a session of the portal: its changes are made by the admin who opened it. */
export const asEditor = (db: Db, { userId }: EditorSession): Db => db.as(actorOfPage(db.auditActor, userId))

/** A version of the template, the newest by default, with the list of all its versions. */
export async function getDraft(db: Db, id: number, version?: number): Promise<TemplateDraft> {
  const [draft] = await db.rows<TemplateDraft>(
    `select t.id, t.title, t.type, v.version, v.pages, v.fields,
       (
         select jsonb_agg(
           jsonb_build_object(
             'version', o.version,
             'created_at', to_json(o.created_at),
             'created_by', coalesce(${displayNameOf('u')}, t.admin_name)
           )
           order by o.version desc
         )
         from template_versions o
         left join users u on u.domain_id = o.domain_id and u.id = o.created_by
         where o.domain_id = t.domain_id and o.template_id = t.id
       ) as versions
     from templates t
     join template_versions v on v.domain_id = t.domain_id and v.template_id = t.id
     where t.domain_id = $1 and t.id = $2 and v.version = coalesce($3, t.version)`,
    [db.domainId, id, version ?? null],
  )
  return draft ?? fail('not_found')
}
