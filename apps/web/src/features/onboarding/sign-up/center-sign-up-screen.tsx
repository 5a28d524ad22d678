import { useQuery } from '@tanstack/react-query'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { useState } from 'react'
import type { SigningComponent } from '#web/features/onboarding/documents/documents-step.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { type CenterKind, CenterSignUpForm } from './center-sign-up-form.tsx'
import { InvalidLink, NO_CENTER, NO_INVITATION, NO_REP } from './invalid-link.tsx'

interface Props {
  kind: CenterKind
  /** The sales rep of the link; 0 when invalid. */
  srid: number
  /** The harvest center that a referral center wants to refer to; 0 when invalid. */
  hcid?: number | undefined
  /** Proves that the link comes from the harvest center. */
  linkKey?: string
  /** Signs one document. */
  signing: SigningComponent
}

/** The inviting center. Without a key there is no request: an id alone must not reveal the center. */
function useInvitation(hcid = 0, linkKey = '') {
  const asked = { params: { id: hcid }, body: { key: linkKey } }
  const needed = linkKey !== ''
  const query = useQuery({
    ...apiQuery('POST /api/v1/harvest-centers/{id}/referral-invitation/', asked),
    enabled: needed && hcid > 0,
  })
  const isRefused = query.error instanceof ApiError && ['not_found', 'invalid'].includes(query.error.code)
  return { query, needed, invalid: needed && (hcid === 0 || isRefused) }
}

/** A center signs up with the link of a sales rep. Loads the documents to sign before the form shows. */
export function CenterSignUpScreen({ kind, srid, hcid, linkKey, signing }: Props) {
  const [fault, setFault] = useState<string>()
  const rep = useQuery({ ...apiQuery('GET /api/v1/sales-rep/{id}/user-exists/', { params: { id: srid } }), enabled: srid > 0 })
  const invitation = useInvitation(hcid, linkKey)
  const type = membershipIds[kind]
  const templates = useQuery(
    apiQuery('GET /domain/file-signs/by-domain/{id}/registration/{type}/', { params: { id: portal().domain.id, type } }),
  )
  if (fault) return <InvalidLink message={fault} />
  if (srid === 0 || rep.data?.exists === false) return <InvalidLink message={NO_REP} />
  if (invitation.invalid) return <InvalidLink message={NO_INVITATION} />
  if (hcid === 0) return <InvalidLink message={NO_CENTER} />
  const form = (templates: Answer<'GET /domain/file-signs/by-domain/{id}/registration/{type}/'>, invitedBy?: string) => (
    <CenterSignUpForm
      kind={kind}
      invitation={{ saless_rep_id: srid, hc_id: hcid ?? null, key: linkKey ?? '' }}
      invitedBy={invitedBy}
      templates={templates.data}
      signing={signing}
      onLinkFault={setFault}
    />
  )
  return (
    <Loaded query={rep}>
      {() => (
        <Loaded query={templates}>
          {(templates) =>
            invitation.needed ? (
              <Loaded query={invitation.query}>{({ company }) => form(templates, company)}</Loaded>
            ) : (
              form(templates)
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}
