import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { labLabel } from '@vialdesk/contract/lab-fields'
import type { PatientRow } from '@vialdesk/contract/patients'
import type { ReactNode } from 'react'
import { useCenterChoices, useLabChoices } from '#web/entities/center/center-choices.ts'
import { SignInFilter } from '#web/entities/invitation/sign-in-filter.tsx'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { dueFilters, dueNames } from '#web/entities/patient/stages.ts'
import { useRepChoices, useUserName } from '#web/entities/user/user-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { type Choices, nameOfChoice } from '#web/lib/forms/choices.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { ListPage, ViewedList } from '#web/lib/url/use-list-page.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { noPatientsHint } from './no-patients-hint.ts'
import { PatientList } from './patient-list.tsx'
import { adminPatientColumns, centerPatientColumns, patientColumnsOfLab } from './patients.columns.tsx'
import { type AllPatientsSearch, useAllPatientsPage } from './use-patient-page.ts'

interface Props {
  onOpen: (row: PatientRow) => void
  /** The primary action. */
  add?: ReactNode
  /** Drawers over the list. */
  children: ReactNode
}

const searchField = { label: 'Search patients', placeholder: 'Name, email or ID' }
const dueOptions = dueFilters.map((due) => ({ value: due, label: dueNames[due] }))
const arrivedOptions = [{ value: 'true' as const, label: 'Arrived, to be booked in' }]
const emptyWithHint = (hint: string) => <EmptyState title="Empty table. There's nothing to show" hint={hint} />

/** The keys of a filter that are chosen from a list in the panel. */
type ListedKey = 'harvest_center_id' | 'lab_id' | 'sales_rep_id'
type ListedFilters = { [Key in ListedKey]?: { label: string } & Choices }

interface FilterProps {
  page: ListPage<AllPatientsSearch>
  listed: ListedFilters
  /** The reader sees the state of invitations. */
  withInvitations: boolean
}

function Filters({ page, listed, withInvitations }: FilterProps) {
  const { filter, change } = page
  const keys = Object.keys(listed) as ListedKey[]
  return (
    <FilterPanel
      on={
        [...keys, 'due' as const, 'arrived' as const, 'never_signed_in' as const].filter((key) => filter[key] !== undefined)
          .length
      }
    >
      <FilterSelect
        label={labLabel('estimated_date_vials_ready_to_ship')}
        all="Any ready date"
        options={dueOptions}
        value={filter.due}
        onChange={(due) => change({ due })}
        width="panel"
      />
      <FilterSelect
        label="Tissue"
        all="Any tissue"
        options={arrivedOptions}
        value={filter.arrived}
        onChange={(arrived) => change({ arrived })}
        width="panel"
      />
      {withInvitations && <SignInFilter value={filter.never_signed_in} onChange={change} />}
      {keys.map((key) => (
        <ChoiceSelect
          key={key}
          inPopover
          placeholder="All"
          {...(listed[key] as { label: string } & Choices)}
          value={filter[key] ?? null}
          onChange={(id) => change({ [key]: id ?? undefined })}
        />
      ))}
    </FilterPanel>
  )
}

interface ListProps {
  name: string
  views: ViewedList
  columns: Column<PatientRow>[]
  page: ListPage<AllPatientsSearch>
  listed?: ListedFilters
  hint: string
  onOpen: Props['onOpen']
  withInvitations?: boolean
}

function List({ page, listed = {}, hint, onOpen, withInvitations = false, ...table }: ListProps) {
  const invitationActions = useInvitationActions()
  const query = apiQuery('GET /api/v1/users/patient/list/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const filters = <Filters page={page} listed={listed} withInvitations={withInvitations} />
  return (
    <PatientList
      {...table}
      source={{ list: 'GET /api/v1/users/patient/list/' }}
      list={list}
      page={page}
      searchField={searchField}
      filters={filters}
      empty={emptyWithHint(hint)}
      onRow={onOpen}
      rowActions={withInvitations ? invitationActions : undefined}
    />
  )
}

/** All patients of the domain, for admins. */
export function AllPatientsScreen({ onOpen, add, children }: Props) {
  const [centers, labs, reps] = [useCenterChoices(), useLabChoices(), useRepChoices()]
  const referralCenter = useUserName(useUrlSearch<AllPatientsSearch>().referral_harvest_center_id)
  const page = useAllPatientsPage((filter) => ({
    center: nameOfChoice(centers, filter.harvest_center_id),
    referralCenter,
    lab: nameOfChoice(labs, filter.lab_id),
    rep: nameOfChoice(reps, filter.sales_rep_id),
  }))
  return (
    <Screen title="Patients" actions={add}>
      <List
        name="all-patients"
        withInvitations
        views="all-patients"
        columns={adminPatientColumns}
        page={page}
        listed={{
          harvest_center_id: { label: 'Harvest center', ...centers },
          lab_id: { label: 'Lab', ...labs },
          sales_rep_id: { label: 'Sales rep', ...reps },
        }}
        hint="Centers register their patients when they pay the processing fee. You can also add one."
        onOpen={onOpen}
      />
      {children}
    </Screen>
  )
}

/** The patients of all centers of a lab. */
export function LabPatientsScreen({ onOpen, children }: Props) {
  const centers = useCenterChoices()
  const page = useAllPatientsPage((filter) => ({ center: nameOfChoice(centers, filter.harvest_center_id) }))
  return (
    <Screen title="Patients" lead="Patients of all your harvest centers. Open a patient to update the lab record.">
      <List
        name="lab-patients"
        views="lab-patients"
        columns={patientColumnsOfLab}
        page={page}
        listed={{ harvest_center_id: { label: 'Harvest center', ...centers } }}
        hint="Your centers add their patients when they pay their processing fee. They appear here."
        onOpen={onOpen}
      />
      {children}
    </Screen>
  )
}

/** The patients of a center, with those that were referred to it. */
export function OwnPatientsScreen({ onOpen, add, children }: Props) {
  const page = useAllPatientsPage(() => ({}))
  const role = useSession()?.role
  return (
    <Screen title="Patients" lead="Your patients, their stage and their vials." actions={add}>
      <List
        name="own-patients"
        withInvitations
        columns={centerPatientColumns(role)}
        views="patients"
        page={page}
        hint={noPatientsHint(role)}
        onOpen={onOpen}
      />
      {children}
    </Screen>
  )
}
