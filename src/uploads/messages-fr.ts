import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of uploads: docs/translation.md. */
export const messagesFr: Catalogue = {
  'This file does not belong to you': 'Ce fichier ne vous appartient pas',
  'The store of attachments cannot be reached. Try again later.':
    'Le stockage des pièces jointes est injoignable. Réessayez plus tard.',
  'The file is complete: it is being attached to an artifact.':
    'Le fichier est complet : il est en cours d’ajout à un artefact.',
  'Invalid offset received. Expected: {0}': 'La position reçue n’est pas valide. Position attendue : {0}',
  'There is not enough free space on the server for this file.':
    'Il n’y a pas assez d’espace libre sur le serveur pour ce fichier.',
  'You may have {0} bytes of files that are not attached yet. {1} bytes are pending, and this file has {2}. Attach or remove some of them first.':
    'Vous pouvez avoir {0} octets de fichiers qui ne sont pas encore joints. {1} octets sont en attente, et ce fichier en a {2}. Joignez ou supprimez-en d’abord.',
  'The files of a project may have {0} bytes. Those of this one have {1}, and this file has {2}.':
    'Les fichiers d’un projet peuvent occuper {0} octets. Ceux de ce projet en occupent {1}, et ce fichier en a {2}.',
  'You exceeded your quota. Please remove existing temporary files before continuing.':
    'Vous avez dépassé votre quota. Supprimez des fichiers temporaires avant de continuer.',
  'The maximum allowed size for a file is {0} bytes, you requested the creation of a file of {1} bytes':
    'La taille maximale d’un fichier est de {0} octets, celui-ci en a {1}',
  'This file is already being uploaded.': 'Ce fichier est déjà en cours d’envoi.',
  'No preview can be created: {0}': 'Aucun aperçu ne peut être créé : {0}',
  'File #{0} is being completed. Try again later.':
    'Le fichier n° {0} est en cours de finalisation. Réessayez plus tard.',
  'Uploaded content does not seem to be properly base64 encoded':
    'Le contenu envoyé ne semble pas correctement encodé en base64',
  'Uploaded content exceeds maximum size of {0}': 'Le contenu envoyé dépasse la taille maximale de {0}',
  'The header Upload-Offset must be a whole number from 0.':
    'L’en-tête Upload-Offset doit être un nombre entier à partir de 0.',
  'Upload-Offset is not the number of bytes received. Request the offset with HEAD and continue there.':
    'Upload-Offset n’est pas le nombre d’octets reçus. Demandez la position avec HEAD et continuez à partir de là.',
  'The header Tus-Resumable must be 1.0.0.': 'L’en-tête Tus-Resumable doit être 1.0.0.',
  'Content-Encoding must be identity.': 'Content-Encoding doit être identity.',
  'Content-Type must be application/offset+octet-stream.': 'Content-Type doit être application/offset+octet-stream.',
  'Another request is writing this upload. Try again later.':
    'Une autre requête écrit déjà ce fichier. Réessayez plus tard.',
}
