import { type RefObject, useEffect } from 'react'

/** Lets the drawer around a form know whether closing would lose changes. */
export function useReportUnsaved(unsaved: RefObject<() => boolean>, isDirty: () => boolean): void {
  useEffect(() => {
    unsaved.current = isDirty
    return () => {
      unsaved.current = () => false
    }
  }, [unsaved, isDirty])
}
