import { IconBuildingHospital } from '@tabler/icons-react'
import type { Role } from '@vialdesk/contract/base/roles'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useSession } from '#web/lib/session/session.ts'
import { labCenterColumns } from './center.columns.tsx'

const centersOfLab = (lab: number, role: Role | undefined) =>
  defineList('GET /api/v1/processing-labs/{id}/harvestcenters/', {
    name: role === 'observer' ? 'observed-centers' : 'lab-centers',
    label: 'Harvest centers',
    pageSize: 5,
    exports: { rows: ['center', 'centers'] },
    columns: labCenterColumns({ withDetails: role !== 'observer' }),
    rowName: ({ company }) => company,
    ...(mayOpenScreen('/lab/{lab_id}/harvest-center/{harvestcenter_id}', role) && {
      rowHref: ({ id }: { id: number }) => `/lab/${lab}/harvest-center/${id}`,
    }),
    empty: {
      icon: IconBuildingHospital,
      hint: 'Harvest centers appear here after an admin assigns them to this lab.',
    },
  })

/** The harvest centers of a lab; each links to its patients for readers who may see them. */
export const useLabCenters = (lab: number) => useList(centersOfLab(lab, useSession()?.role), { params: { id: lab } })

export const LabCenters = ({ lab }: { lab: number }) => <ListTable of={useLabCenters(lab)} />
