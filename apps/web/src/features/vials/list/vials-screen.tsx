import { Button } from '@mantine/core'
import { IconPlus, IconRoute, IconTestPipe2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { vialStateNames, vialStates } from '@vialdesk/contract/lab-fields'
import { MAX_VIALS, type Vial } from '@vialdesk/contract/single-vials'
import { formatVialCode, parseVialCode } from '@vialdesk/contract/vial-codes'
import { useState } from 'react'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { SelectAll } from '#web/ui/table/selection/select-all.tsx'
import { useSelection } from '#web/ui/table/selection/use-selection.ts'
import type { ListState, RowAction, RowSelection } from '#web/ui/table/table-types.ts'
import { RegisterVialsDrawer } from './register-vials-drawer.tsx'
import { useVialPage } from './use-vial-page.ts'
import { VialSelectionBar } from './vial-selection-bar.tsx'
import { vialColumns } from './vials.columns.tsx'

const stateOptions = vialStates.map((state) => ({ value: state, label: vialStateNames[state] }))

const empty = (
  <EmptyState
    icon={IconTestPipe2}
    title="Empty table. There's nothing to show"
    hint="The lab adds vials in the record of a patient. They appear here."
  />
)

/** Links to the vial and to the trace report of its patient. */
function useVialLinks() {
  const navigate = useNavigate()
  const open = (code: string) => void navigate({ to: '/vials/$code', params: { code } })
  const trace = (id: number) => void navigate({ to: '/trace/$id', params: { id: String(id) } })
  const actionsOf = ({ code, patient }: Vial): RowAction[] => [
    { label: 'Open vial', icon: IconTestPipe2, onClick: () => open(code) },
    { label: `Trace report of ${patientName(patient)}`, icon: IconRoute, onClick: () => trace(patient.id) },
  ]
  return { open, actionsOf }
}

interface SelectAllVialsProps {
  page: ReturnType<typeof useVialPage>
  list: ListState<Vial>
  selected: readonly Vial[]
  selection: RowSelection<Vial>
}

function SelectAllVials({ page, list, selected, selection }: SelectAllVialsProps) {
  const client = useQueryClient()
  return (
    <SelectAll
      count={list.data?.count}
      selected={selected.length}
      max={MAX_VIALS}
      rows="vials"
      readPage={(paging) => client.fetchQuery(apiQuery('GET /api/v1/vials/', { query: { ...page.query, ...paging } }))}
      onSelect={(all) => selection.set(all, true)}
    />
  )
}

/** The list of vials: search by code, select and move. */
export function VialsScreen() {
  const page = useVialPage()
  const { search, state, patient } = page.filter
  const [registering, setRegistering] = useState(false)
  useFormFromLink(() => setRegistering(true))
  const { open, actionsOf } = useVialLinks()
  const list = useQuery({ ...apiQuery('GET /api/v1/vials/', { query: page.query }), placeholderData: keepPreviousData })
  const {
    selected,
    selection,
    clear: clearSelection,
  } = useSelection(JSON.stringify([search, state, patient]), list.data?.results)
  // A complete code belongs to one vial, so a scan opens the vial.
  const searchOrOpen = (text: string | undefined) => {
    const code = text && parseVialCode(text)
    if (code) open(code)
    else page.change({ search: text })
  }
  return (
    <Screen
      title="Vials"
      lead="Find a vial by code, state, patient or place. Scan a code to open its vial."
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setRegistering(true)}>
          Register vials
        </Button>
      }
    >
      <DataTable
        name="vials"
        exports={{ list: 'GET /api/v1/vials/', rows: ['vial', 'vials'] }}
        views="vials"
        label="Vials"
        columns={vialColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ code }) => formatVialCode(code)}
        rowHref={({ code }) => `/vials/${code}`}
        rowActions={actionsOf}
        selection={selection}
        empty={empty}
        toolbar={
          <>
            <SearchInput label="Search vials" placeholder="Code or patient ID" value={search} onSearch={searchOrOpen} />
            <FilterSelect
              label="State"
              all="All states"
              options={stateOptions}
              value={state}
              onChange={(next) => page.change({ state: next })}
              width={180}
            />
          </>
        }
      />
      <VialSelectionBar
        vials={selected}
        onClear={clearSelection}
        selectAll={<SelectAllVials {...{ page, list, selected, selection }} />}
      />
      <RegisterVialsDrawer opened={registering} patient={patient} onClose={() => setRegistering(false)} />
    </Screen>
  )
}
