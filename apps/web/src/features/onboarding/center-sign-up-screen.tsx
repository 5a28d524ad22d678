import { useQuery } from '@tanstack/react-query'
import { membershipOf } from '@vialdesk/contract/roles'
import { useState } from 'react'
import { ask } from '#web/lib/api.ts'
import { portal } from '#web/lib/portal.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { type CenterKind, CenterSignUpForm } from './center-sign-up-form.tsx'
import type { Signing } from './documents-step.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { NO_CENTER, NO_REP } from './link-faults.ts'

interface Props {
  kind: CenterKind
  /** Of the link: the sales rep, for good. 0 stands for what cannot be one. */
  srid: number
  /** The harvest center that invited a referral center; 0 likewise. */
  hcid?: number | undefined
  signing?: Signing
}

/** A center signs up by the link of a sales rep; what else it must sign is asked before the form is shown. */
export function CenterSignUpScreen({ kind, srid, hcid, signing }: Props) {
  const [fault, setFault] = useState<string>()
  const rep = useQuery({ ...ask('GET /api/v1/sales-rep/{id}/user-exists/', { params: { id: srid } }), enabled: srid > 0 })
  const type = membershipOf[kind]
  const templates = useQuery(
    ask('GET /domain/file-signs/by-domain/{id}/registration/{type}/', { params: { id: portal().domain.id, type } }),
  )
  if (fault) return <InvalidLink message={fault} />
  if (srid === 0 || rep.data?.exists === false) return <InvalidLink message={NO_REP} />
  if (hcid === 0) return <InvalidLink message={NO_CENTER} />
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
              onLinkFault={setFault}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
