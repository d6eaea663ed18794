import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages about jobs and the health of the site: docs/translation.md. */
export const messagesFr: Catalogue = {
  'There is no job {0}. It may have ended in the meantime.':
    'Il n’y a pas de tâche {0}. Elle s’est peut-être terminée entre-temps.',
  'Job {0} is running. Wait until it has ended or failed.':
    'La tâche {0} est en cours. Attendez qu’elle se termine ou échoue.',
  'The next scheduled backup cannot be removed. Change the schedule of the server instead.':
    'La prochaine sauvegarde planifiée ne peut pas être retirée. Modifiez plutôt la planification du serveur.',
  'The server is running.': 'Le serveur fonctionne.',
  'A node no longer reports that it runs. If you have not replaced it, look at its log.':
    'Un nœud ne donne plus signe de vie. Si vous ne l’avez pas remplacé, consultez son journal.',
  'The nodes have different versions. Finish the upgrade, so that all of them have the same.':
    'Les nœuds ont des versions différentes. Terminez la mise à niveau pour qu’ils aient tous la même.',
  'All nodes run the same version.': 'Tous les nœuds ont la même version.',
  'The database does not answer. Check that it runs and that the server can reach it.':
    'La base de données ne répond pas. Vérifiez qu’elle fonctionne et que le serveur peut l’atteindre.',
  'A replica of the database is far behind. Check its connection and its load.':
    'Un réplica de la base de données a beaucoup de retard. Vérifiez sa connexion et sa charge.',
  'The database answers.': 'La base de données répond.',
  'Attachments can be stored.': 'Les pièces jointes peuvent être enregistrées.',
  'The bucket of attachments does not answer. Check the object storage and its access key.':
    'Le compartiment des pièces jointes ne répond pas. Vérifiez le stockage d’objets et sa clé d’accès.',
  'The directory of attachments cannot be written. Check its disk and its owner.':
    'Le répertoire des pièces jointes n’est pas accessible en écriture. Vérifiez son disque et son propriétaire.',
  'The disk of the data directory cannot be read. Check that it is mounted.':
    'Le disque du répertoire de données ne peut pas être lu. Vérifiez qu’il est monté.',
  'The disk of the data directory is full: changes are rejected. Free space or enlarge it.':
    'Le disque du répertoire de données est plein\u00a0: les modifications sont refusées. Libérez de l’espace ou agrandissez-le.',
  'The disk of the data directory is almost full. Free space or enlarge it.':
    'Le disque du répertoire de données est presque plein. Libérez de l’espace ou agrandissez-le.',
  'The disk of the data directory has enough space.': 'Le disque du répertoire de données a assez d’espace.',
  'No background job has failed.': 'Aucune tâche de fond n’a échoué.',
  'Background jobs have failed and will be tried again. Open the list of jobs to see why.':
    'Des tâches de fond ont échoué et seront retentées. Ouvrez la liste des tâches pour savoir pourquoi.',
  'Background jobs have been due for more than an hour. Check the log of the server.':
    'Des tâches de fond attendent depuis plus d’une heure. Consultez le journal du serveur.',
  'Background jobs run late. The server may have too much to do.':
    'Les tâches de fond ont du retard. Le serveur a peut-être trop à faire.',
  'Background jobs run on time.': 'Les tâches de fond sont à l’heure.',
  'No mail server is configured: notifications are only shown in the inbox.':
    'Aucun serveur de messagerie n’est configuré\u00a0: les notifications n’apparaissent que dans la boîte de réception.',
  'A mail server is configured, and no mail has failed.':
    'Un serveur de messagerie est configuré, et aucun e-mail n’a échoué.',
  'Mail could not be sent and will be tried again. Check the mail server.':
    'Des e-mails n’ont pas pu être envoyés et seront retentés. Vérifiez le serveur de messagerie.',
  'The server creates no backups. Set TULIPWOOD_BACKUP_DIRECTORY unless you create them otherwise.':
    'Le serveur ne crée pas de sauvegardes. Définissez TULIPWOOD_BACKUP_DIRECTORY, sauf si vous en créez autrement.',
  'The server will create the first backup as scheduled.': 'Le serveur créera la première sauvegarde à l’heure prévue.',
  'The last backup has failed. "tulipwood doctor" and the log of the server report why.':
    'La dernière sauvegarde a échoué. «\u00a0tulipwood doctor\u00a0» et le journal du serveur indiquent pourquoi.',
  'At least two scheduled backups are missing. Check the log of the server.':
    'Au moins deux sauvegardes planifiées manquent. Consultez le journal du serveur.',
  'Backups are created as scheduled.': 'Les sauvegardes sont créées comme prévu.',
  'No backup has been verified yet. "tulipwood backup verify" tries one.':
    'Aucune sauvegarde n’a encore été vérifiée. «\u00a0tulipwood backup verify\u00a0» en essaie une.',
  'The last verified backup is complete.': 'La dernière sauvegarde vérifiée est complète.',
  'The last verified backup is not valid. "tulipwood doctor" reports why; create another one.':
    'La dernière sauvegarde vérifiée n’est pas valide. «\u00a0tulipwood doctor\u00a0» indique pourquoi\u00a0; créez-en une autre.',
  'Subversion repositories are served.': 'Les dépôts Subversion sont servis.',
  'The server of the Subversion repositories is down. It is started again; check the log otherwise.':
    'Le serveur des dépôts Subversion est arrêté. Il est relancé\u00a0; sinon, consultez le journal.',
  'Subversion is not installed, or is disabled.': 'Subversion n’est pas installé, ou est désactivé.',
  'Subversion is installed but cannot be used. "tulipwood doctor" reports why.':
    'Subversion est installé mais inutilisable. «\u00a0tulipwood doctor\u00a0» indique pourquoi.',
}
