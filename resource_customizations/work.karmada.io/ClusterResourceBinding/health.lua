-- uses: karmada
-- What Karmada schedules to clusters. Every cluster says whether it applied the object, and whether
-- it is healthy there.

return (karmada(obj))
