import type { ComponentProps } from 'react'
import StudentsPicker from './students.picker.tsx'

/** Picks one student, which closes it at once. */
export default function StudentPicker(props: Omit<ComponentProps<typeof StudentsPicker>, 'single'>) {
  return <StudentsPicker {...props} single />
}
