import { useQuery } from '@tanstack/react-query'
import { membershipOf } from '@vialdesk/contract/roles'
import { ask } from '#web/lib/api.ts'
import { portal } from '#web/lib/portal.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { type CenterKind, CenterSignUpForm } from './center-sign-up-form.tsx'
import type { Signing } from './documents-step.tsx'
import { InvalidLink } from './invalid-link.tsx'

interface Props {
  kind: CenterKind
  /** Of the link: the sales rep, for good. 0 stands for what cannot be one. */
  srid: number
  /** The harvest center that invited a referral center. */
  hcid?: number | undefined
  signing?: Signing
}

const NO_REP = 'The sales rep of this link is not here, or no longer active. Ask whoever gave it to you for a new one.'

/** A center signs up by the link of a sales rep; what else it must sign is asked before the form is shown. */
export function CenterSignUpScreen({ kind, srid, hcid, signing }: Props) {
  const rep = useQuery({ ...ask('GET /api/v1/sales-rep/{id}/user-exists/', { params: { id: srid } }), enabled: srid > 0 })
  const type = membershipOf[kind]
  const templates = useQuery(
    ask('GET /domain/file-signs/by-domain/{id}/registration/{type}/', { params: { id: portal().domain.id, type } }),
  )
  if (srid === 0 || rep.data?.exists === false) return <InvalidLink message={NO_REP} />
  return (
    <Loaded query={rep}>
      {() => (
        <Loaded query={templates}>
          {({ data }) => (
            <CenterSignUpForm
              kind={kind}
              invitation={{ saless_rep_id: srid, hc_id: hcid ?? null }}
              templates={data}
              signing={signing}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
