import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { logoPath } from '@vialdesk/contract/base/logo-path'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { User } from '@vialdesk/contract/people/accounts'
import type { ReactNode } from 'react'
import { useLabChoices } from '#web/entities/center/center-choices.ts'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { useDistributorChoices, useManagerChoices, useRepChoices } from '#web/entities/user/user-choices.ts'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import type { Choices } from '#web/lib/forms/choices.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type Fact, Facts } from '#web/ui/layout/facts.tsx'

const CENTERS_OF_LAB = 'GET /api/v1/processing-labs/{id}/harvestcenters/'

/** Keeps undefined: the answer leaves out fields that the reader may not see. */
const nameIn = ({ choices }: Choices, id: number | null | undefined) =>
  id && <UserLink id={id} name={choices.find((choice) => choice.id === id)?.name ?? `#${id}`} />

/** The fields of each membership; a field without a value is shown as not recorded. */
const factsByMembership: Record<number, (keyof ReturnType<typeof useLinkFacts>)[]> = {
  [membershipIds.lab]: ['centersOfLab'],
  [membershipIds.patient]: ['center', 'referralCenter', 'lab', 'rep'],
  [membershipIds.sales_rep]: ['manager'],
  [membershipIds.harvest_center]: ['rep', 'lab', 'logo', 'template', 'document'],
  [membershipIds.referral_harvest_center]: ['rep', 'refersTo', 'template', 'document'],
  [membershipIds.sales_manager]: ['distributor'],
  [membershipIds.hc_staff]: ['worksFor', 'template', 'document'],
  [membershipIds.observer]: ['lab'],
}

/** Names of the sales line and of labs come from lists that only an admin may read. A fact is left out if the reader may not make its call. */
function useLinkFacts(user: User) {
  const session = useSession()
  const isAdmin = session?.role === 'admin'
  const seesCentersOfLab = useMayCall(CENTERS_OF_LAB)
  const seesCentersOfStaff = isAdmin || session?.user.id === user.id
  const [reps, managers, distributors, labs] = [useRepChoices(), useManagerChoices(), useDistributorChoices(), useLabChoices()]
  return {
    center: { label: 'Harvest center', value: user.hc_desc && <CenterLinks centers={user.hc_desc} /> },
    referralCenter: { label: 'Referral harvest center', value: user.rhc_desc && <CenterLinks centers={user.rhc_desc} /> },
    lab: { label: 'Lab', value: isAdmin ? nameIn(labs, user.lab_id) : undefined },
    rep: { label: 'Sales rep', value: isAdmin ? nameIn(reps, user.saless_rep_id) : undefined },
    manager: { label: 'Sales manager', value: isAdmin ? nameIn(managers, user.sales_manager_id) : undefined },
    distributor: { label: 'Distributor', value: isAdmin ? nameIn(distributors, user.sales_distributor_id) : undefined },
    logo: { label: 'Logo', value: user.hc_logo && <Logo name={user.hc_logo} of={user.company} /> },
    template: { label: 'Template', value: user.template_id },
    document: { label: 'Document', value: user.document_id },
    centersOfLab: { label: 'Harvest centers', value: seesCentersOfLab ? <CentersOfLab id={user.id} /> : undefined },
    refersTo: { label: 'Refers to', value: <CentersOfReferral id={user.id} /> },
    worksFor: { label: 'Works for', value: seesCentersOfStaff ? <CentersOfStaff id={user.id} /> : undefined },
  } satisfies Record<string, Fact>
}

const Logo = ({ name, of }: { name: string; of: string | undefined }) => (
  <img src={logoPath(name)} alt={`Logo of ${of ?? 'the center'}`} style={{ maxHeight: 40, maxWidth: 160 }} />
)

interface LinkedCentersProps {
  centers: { id: number; company: string }[] | undefined
  to: string
  verb: string
}

/** Centers, with a link to the screen where an admin chooses them. */
function LinkedCenters({ centers, to, verb }: LinkedCentersProps) {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <>
      {centers?.map(({ id, company }) => (
        <div key={id}>
          <UserLink id={id} name={company} />
        </div>
      ))}
      {centers?.length === 0 && <div>—</div>}
      {isAdmin && (
        <Anchor component={Link} to={to}>
          {verb}
        </Anchor>
      )}
    </>
  )
}

function CentersOfStaff({ id }: { id: number }): ReactNode {
  const { data } = useQuery(apiQuery('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id } }))
  return <LinkedCenters centers={data} to="/hc-staff-manager" verb="HC Staff Manager" />
}

function CentersOfReferral({ id }: { id: number }): ReactNode {
  const { data } = useQuery(apiQuery('GET /api/v1/harvest-centers/public-options/{id}/', { params: { id } }))
  return <LinkedCenters centers={data} to="/rhc-manager" verb="RHC Manager" />
}

function CentersOfLab({ id }: { id: number }): ReactNode {
  const { data } = useQuery(apiQuery(CENTERS_OF_LAB, { params: { id }, query: { limit: 1 } }))
  return (
    <Anchor component={Link} to={`/lab/${id}`}>
      {data ? `${data.count} ${data.count === 1 ? 'center' : 'centers'}` : 'View'}
    </Anchor>
  )
}

/** The users and centers that a user is linked to, by membership. */
export function UserLinks({ user }: { user: User }) {
  const linkFacts = useLinkFacts(user)
  const referred: Fact = {
    label: 'Referred to',
    value: user.referral_hc_desc?.length ? <CenterLinks centers={user.referral_hc_desc} /> : undefined,
  }
  return (
    <Facts
      title="Belongs to"
      facts={[...(factsByMembership[user.subscription] ?? []).map((name) => linkFacts[name]), referred]}
    />
  )
}
