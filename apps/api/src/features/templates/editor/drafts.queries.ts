import type { TemplateDraft } from '@vialdesk/contract/templates'
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { fail } from '#api/platform/kernel/fail.ts'

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
