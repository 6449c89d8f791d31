/** Lists the types of pictures, exactly those of docs/spec/inputs.md#files. */
export const imageTypes = ['png', 'jpg', 'gif', 'jpeg', 'svg', 'ico'] as const
/** Lists the types of attachments, with pptx as for ppt (docs/spec/inputs.md#files). */
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

/** Groups the file types by what a file is for its reader. */
export const fileKinds = {
  document: { title: '文档', types: ['doc', 'docx', 'txt'] },
  sheet: { title: '表格', types: ['xls', 'xlsx'] },
  slides: { title: '演示', types: ['ppt', 'pptx'] },
  pdf: { title: 'PDF', types: ['pdf'] },
  picture: { title: '图片', types: imageTypes },
  video: { title: '视频', types: ['mp4', 'flv'] },
  audio: { title: '音频', types: ['mp3'] },
} as const
export type FileKind = keyof typeof fileKinds

const kinds = new Map<string, FileKind>(
  // Restores the type of the keys, which are the kinds.
  (Object.keys(fileKinds) as FileKind[]).flatMap((kind) => fileKinds[kind].types.map((type): [string, FileKind] => [type, kind])),
)

/** Returns the kind of a type, in any case of its letters; undefined for a type that is not accepted. */
export const fileKindOf = (type: string): FileKind | undefined => kinds.get(type.toLowerCase())
