/** Types of pictures exactly as the specification lists them (section 5). */
export const imageTypes = ['png', 'jpg', 'gif', 'jpeg', 'svg', 'ico'] as const
/** Types of attachments likewise, and pptx as ppt is (domain, 7.15). */
export const attachmentTypes = [
  ...imageTypes,
  'txt',
  'doc',
  'pdf',
  'xls',
  'xlsx',
  'docx',
  'mp3',
  'mp4',
  'flv',
  'ppt',
  'pptx',
] as const

/** What a field for files may ask for (specification, section 5). */
export const uploadFilters = {
  pdf: ['pdf'],
  txt: ['txt'],
  ppt: ['ppt', 'pptx'],
  doc: ['doc', 'docx'],
  xls: ['xls', 'xlsx'],
  mp4: ['mp4'],
} as const
