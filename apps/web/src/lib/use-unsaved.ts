import { type RefObject, useEffect } from 'react'

/** Tells the drawer round a form whether closing it would lose something. */
export function useUnsaved(unsaved: RefObject<() => boolean>, isDirty: () => boolean): void {
  useEffect(() => {
    unsaved.current = isDirty
    return () => {
      unsaved.current = () => false
    }
  }, [unsaved, isDirty])
}
