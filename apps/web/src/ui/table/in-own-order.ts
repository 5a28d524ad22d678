import type { Column } from './table-types.ts'

/** The columns without their sort keys: for a short list in a tab, which keeps its own order. */
export const inOwnOrder = <Row>(columns: Column<Row>[]): Column<Row>[] => columns.map(({ sort: _, ...column }) => column)
