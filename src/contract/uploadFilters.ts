/** Maps what a field accepts to the file types it allows (docs/spec/inputs.md#files). */
export const uploadFilters = {
  pdf: ['pdf'],
  txt: ['txt'],
  ppt: ['ppt', 'pptx'],
  doc: ['doc', 'docx'],
  xls: ['xls', 'xlsx'],
  mp4: ['mp4'],
} as const

export type UploadFilter = keyof typeof uploadFilters

/** Returns the types of files that filters let through. */
export const typesOf = (filters: readonly UploadFilter[]): readonly string[] => filters.flatMap((filter) => uploadFilters[filter])

/** Returns the type of a file by the end of its name, in small letters. */
export const typeOfFile = (name: string) => name.split('.').pop()?.toLowerCase() ?? ''
