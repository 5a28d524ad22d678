import { use } from 'react'
import { ExportSlot, type TableExport } from './export-slot.ts'

interface Props extends Pick<TableExport, 'list' | 'rows'> {
  ids: number[]
}

/** The export of chosen rows, in a bar that has other actions on them, too. Nothing for readers who may not export. */
export function ExportChosen(props: Props) {
  const Export = use(ExportSlot)
  return Export && <Export {...props} query={{}} count={undefined} offset={0} />
}
