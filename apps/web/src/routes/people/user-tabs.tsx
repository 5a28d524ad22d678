/** The tabs of a user's drawer and page, composed of several features: only those whose calls the reader may make. */

import { membershipIds, type Role, roleOfMembership } from '@vialdesk/contract/base/roles'
import type { User } from '@vialdesk/contract/people/accounts'
import type { ReactNode } from 'react'
import type { UserTab, UserTabContent } from '#web/entities/user/user-tabs.ts'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import { UserDetails, type UserDetailsProps } from '#web/features/accounts/users/user-details.tsx'
import { StaffOfCenter } from '#web/features/centers/center-staff.tsx'
import { CentersOfLab, CentersOfRep } from '#web/features/centers/centers-of-user.tsx'
import { ConversationsOfPatient } from '#web/features/conversations/conversations-of-patient.tsx'
import { DocumentsOfCenter } from '#web/features/documents/center/documents-of-center.tsx'
import { PatientDocuments } from '#web/features/documents/patient/patient-documents.tsx'
import { PatientTimeline } from '#web/features/patients/patient-timeline.tsx'
import { type PatientsCall, PatientsOfUser } from '#web/features/patients/patients-of-user.tsx'
import { UserSessions } from '#web/features/people/user-sessions.tsx'
import { TeamOfUser } from '#web/features/sales/teams.tsx'
import { LabelsOfCenter } from '#web/features/shipping/labels/labels-of-center.tsx'
import { LocationsOfUser } from '#web/features/shipping/locations/locations-of-user.tsx'
import { NewestOfUser, TransactionsOfUser } from '#web/features/transactions/transactions-of-user.tsx'
import { VialEntries } from '#web/features/vials/entries/vial-entries.tsx'
import { VialsOfUser } from '#web/features/vials/list/vials.columns.tsx'
import { scopeOfCall } from '#web/lib/account/use-may-call.ts'
import type { CallKey } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { salesSourceFor } from './sales-source.ts'

interface Reader {
  id: number
  role: Role | undefined
}

/** A call with the scope `own` gives the reader's own rows and those of its patients only; other scopes, those of all users that it sees. */
const mayRead = (reader: Reader, call: CallKey, user: User): boolean => {
  const scope = scopeOfCall(call, reader.role)
  return scope !== undefined && (scope !== 'own' || user.id === reader.id || user.subscription === membershipIds.patient)
}

interface Tab {
  value: UserTab
  label: string
  /** The roles of users that have the tab, each with the call that fills it. */
  calls: { readonly [R in Role]?: CallKey }
  content: (user: User, reader: Reader) => ReactNode
}

const patientCalls: { readonly [R in Role]?: PatientsCall } = {
  harvest_center: 'GET /api/v1/harvest-centers/{id}/patients/',
  referral_harvest_center: 'GET /api/v1/harvest-centers/referral/{id}/patients/',
  lab: 'GET /api/v1/processing-labs/{id}/patients/',
  sales_rep: 'GET /api/v1/sales-rep/{id}/patients/',
  sales_manager: 'GET /api/v1/sales-managers/{id}/patients/',
  sales_distributor: 'GET /api/v1/sales-distributors/{id}/patients/',
}

const salesRoles: readonly (Role | undefined)[] = ['sales_rep', 'sales_manager', 'sales_distributor']

/** The sales line is shown without the persons of its patients, to everybody. */
function Patients({ user, reader }: { user: User; reader: Reader }) {
  const role = roleOfMembership(user.subscription)
  const call = role && patientCalls[role]
  const withNames = !salesRoles.includes(role) && !salesRoles.includes(reader.role)
  return call && <PatientsOfUser call={call} id={user.id} withNames={withNames} />
}

/** The codes of vials are for labs and admins; a center looks up the vial in its hand. */
function VialsOfPatient({ patient, reader }: { patient: User; reader: Reader }) {
  const counts = <VialCountStats counts={patient} />
  return (
    <VialEntries
      patientId={patient.id}
      mayEdit={patient.can.edit_vials}
      counts={counts}
      codes={scopeOfCall('GET /api/v1/vials/', reader.role) && <VialsOfUser of={{ patient: patient.id }} />}
    />
  )
}

const tabs: Tab[] = [
  {
    value: 'centers',
    label: 'Centers',
    calls: {
      sales_rep: 'GET /api/v1/harvest-centers/sales-rep/{id}/',
      lab: 'GET /api/v1/processing-labs/{id}/harvestcenters/',
    },
    content: ({ id, subscription }) =>
      roleOfMembership(subscription) === 'lab' ? <CentersOfLab lab={id} /> : <CentersOfRep rep={id} />,
  },
  { value: 'patients', label: 'Patients', calls: patientCalls, content: (user, reader) => <Patients {...{ user, reader }} /> },
  {
    value: 'vials',
    label: 'Vials',
    calls: { patient: 'GET /api/v1/vials-history/user/{id}/', lab: 'GET /api/v1/vials/' },
    content: (user, reader) =>
      roleOfMembership(user.subscription) === 'lab' ? (
        <VialsOfUser of={{ lab: user.id }} />
      ) : (
        <VialsOfPatient patient={user} reader={reader} />
      ),
  },
  {
    value: 'team',
    label: 'Team',
    calls: {
      sales_manager: 'GET /api/v1/sales-rep/sales-manager/list/{id}/',
      sales_distributor: 'GET /api/v1/sales-distributors/{id}/sales-managers/',
    },
    content: ({ id, subscription }) => (
      <TeamOfUser id={id} of={roleOfMembership(subscription) === 'sales_manager' ? 'manager' : 'distributor'} />
    ),
  },
  {
    value: 'staff',
    label: 'Staff',
    calls: { harvest_center: 'GET /api/v1/hc-staff/{id}/staff-list/' },
    content: ({ id }) => <StaffOfCenter center={id} />,
  },
  {
    value: 'locations',
    label: 'Locations',
    calls: {
      harvest_center: 'GET /api/v1/locations/user/{id}/',
      referral_harvest_center: 'GET /api/v1/locations/user/{id}/',
    },
    content: ({ id }) => <LocationsOfUser user={id} />,
  },
  {
    value: 'documents',
    label: 'Documents',
    calls: {
      patient: 'GET /api/v1/documents/list/{id}/',
      harvest_center: 'GET /api/v1/harvest-centers/{id}/documentList/',
      referral_harvest_center: 'GET /api/v1/harvest-centers/{id}/documentList/',
    },
    content: (user) =>
      roleOfMembership(user.subscription) === 'patient' ? (
        <PatientDocuments patient={user.id} />
      ) : (
        <DocumentsOfCenter center={user} />
      ),
  },
  {
    value: 'labels',
    label: 'Labels',
    calls: { harvest_center: 'GET /api/v1/fedex-requests/', referral_harvest_center: 'GET /api/v1/fedex-requests/' },
    content: ({ id }) => <LabelsOfCenter center={id} />,
  },
  {
    value: 'messages',
    label: 'Messages',
    calls: { patient: 'GET /api/v1/users/{id}/conversations/' },
    content: ({ id }) => <ConversationsOfPatient patient={id} />,
  },
  {
    value: 'timeline',
    label: 'Timeline',
    calls: { patient: 'GET /api/v1/users/patient/{id}/timeline/' },
    content: ({ id }) => <PatientTimeline id={id} />,
  },
]

const tabFor = (reader: Reader, { calls, content, ...tab }: Tab): UserTabContent => ({
  ...tab,
  isFor: (user) => {
    const role = roleOfMembership(user.subscription)
    const call = role && calls[role]
    return call !== undefined && mayRead(reader, call, user)
  },
  content: (user) => content(user, reader),
})

const transactionsFor = (reader: Reader): UserTabContent => ({
  value: 'transactions',
  label: 'Transactions',
  isFor: (user) => salesSourceFor(reader, user) !== undefined,
  content: (user) => {
    const source = salesSourceFor(reader, user)
    return source && <TransactionsOfUser source={source} />
  },
  summary: (user, onOpen) => {
    const source = user.subscription === membershipIds.patient ? salesSourceFor(reader, user) : undefined
    return source && <NewestOfUser source={source} onAll={onOpen} />
  },
})

const sessionsFor = (reader: Reader): UserTabContent => ({
  value: 'sessions',
  label: 'Sessions',
  isFor: (user) => mayRead(reader, 'GET /api/v1/users/{id}/sessions/', user),
  content: (user) => <UserSessions user={user} />,
})

/** The tabs that this reader may see, of any user. */
export function useUserTabs(): UserTabContent[] {
  const session = useSession()
  if (!session) return []
  const reader = { id: session.user.id, role: session.role }
  const before = tabs.findIndex(({ value }) => value === 'vials')
  const all = tabs.map((tab) => tabFor(reader, tab))
  return [...all.slice(0, before), transactionsFor(reader), ...all.slice(before), sessionsFor(reader)]
}

/** The details of a user with the tabs of all features. */
export const DetailsAndTabs = (props: Omit<UserDetailsProps, 'tabs'>) => <UserDetails {...props} tabs={useUserTabs()} />
